/** Who only looks on at a table is told of everybody by name: these, by side; null at one's own table. */
class Looking {
  names = $state.raw<readonly string[] | null>(null)
}

export const looking = new Looking()
