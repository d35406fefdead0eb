/** What the page itself has to say of a room or a session that is gone. */
import { messages } from '../lib/messages'

export const HOUSE_WORDS = {
  kicked: messages['room.out.kicked'],
  removed: messages['room.out.removed'],
  forgotten: messages['room.out.forgotten'],
  loggedOut: messages['account.out'],
} as const
