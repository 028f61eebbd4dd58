/** What was asked for at once, in its order. Throws what went wrong first, but only when nothing is under way any more. */
export async function settleAll<Made>(asked: readonly Promise<Made>[]): Promise<readonly Made[]> {
  const ended = await Promise.allSettled(asked)
  return ended.map((each) => {
    if (each.status === 'rejected') throw each.reason
    return each.value
  })
}
