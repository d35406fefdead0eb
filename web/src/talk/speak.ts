/** How one speaks at a table: one's own face opens what there is to say. */
import { createContext } from 'svelte'

const [getSpeak, setSpeak] = createContext<() => void>()

export { getSpeak, setSpeak }
