/** The results of concurrent requests, in order. Waits for all of them, and throws the first error only then. */
export async function settleAll<Made>(asked: readonly Promise<Made>[]): Promise<readonly Made[]> {
  const ended = await Promise.allSettled(asked)
  return ended.map((each) => {
    if (each.status === 'rejected') throw each.reason
    return each.value
  })
}
