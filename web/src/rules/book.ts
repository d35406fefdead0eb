/** The rules of each game, fetched once. */
import { language } from '../lib/i18n'
import { clauseOf, parseRules, type Block } from './markdown'

const books = new Map<string, Promise<readonly Block[]>>()

async function fetchBook(game: string): Promise<readonly Block[]> {
  const answer = await fetch(`./rules/${encodeURIComponent(game)}.md`)
  if (!answer.ok) throw new Error(`rules of ${game}: ${answer.status}`)
  return parseRules(await answer.text())
}

/** The blocks of a game's rules; a failure is forgotten, so that the next try may succeed. */
export function book(game: string): Promise<readonly Block[]> {
  let promise = books.get(game)
  if (!promise) {
    promise = fetchBook(game)
    books.set(game, promise)
    promise.catch(() => books.delete(game))
  }
  return promise
}

/** What a clause says in the player's language; null if the rules have no such clause. */
export async function clauseText(game: string, clause: string): Promise<string | null> {
  return clauseOf(await book(game), clause, language.current)
}
