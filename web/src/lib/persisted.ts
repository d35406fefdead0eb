/**
 * What a player has chosen, kept in this browser.
 *
 * Storage may be missing, full or forbidden (private windows, embedded pages): then a choice
 * simply lasts as long as the page.
 */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`paiju.${key}`)
  } catch {
    return null
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`paiju.${key}`, value)
  } catch {
    // The choice holds until the page is closed.
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(`paiju.${key}`)
  } catch {
    // Then there was nothing to forget.
  }
}
