/** Where the page is, by the part of its address after `#`. */
export type Route =
  | { readonly at: 'home' }
  | { readonly at: 'room'; readonly code: string }
  | { readonly at: 'watch'; readonly code: string }
  | { readonly at: 'history' }
  | { readonly at: 'rules'; readonly game: string; readonly clause: string | null }
  | { readonly at: 'dev'; readonly scene: string }
  | { readonly at: 'gallery' }

/** The number of a room. */
export const CODE = /^\d{6}$/

/** Read an address; one that leads nowhere leads home. */
export function routeOf(hash: string): Route {
  const [first = '', second = '', third = ''] = hash.replace(/^#?\/?/, '').split('/')
  if (first === 'r' && CODE.test(second)) return { at: 'room', code: second }
  if (first === 'w' && CODE.test(second)) return { at: 'watch', code: second }
  if (first === 'history') return { at: 'history' }
  if (first === 'rules' && second) return { at: 'rules', game: second, clause: third || null }
  if (first === 'dev') return { at: 'dev', scene: second }
  if (first === 'gallery') return { at: 'gallery' }
  return { at: 'home' }
}

class Router {
  route = $state.raw<Route>(routeOf(location.hash))

  constructor() {
    window.addEventListener('hashchange', () => (this.route = routeOf(location.hash)))
  }

  go(path: string): void {
    location.hash = path
  }

  /** Change the address without leaving a step to go back to. */
  replace(path: string): void {
    history.replaceState(null, '', `#${path}`)
    this.route = routeOf(path)
  }
}

export const router = new Router()

/** The address to send to a friend; `share` is the server's where this page's own leads nowhere else. */
export function roomLink(code: string, share: string | null): string {
  const home = share === null ? `${location.origin}${location.pathname}` : `${share.replace(/\/$/, '')}/`
  return `${home}#/r/${code}`
}
