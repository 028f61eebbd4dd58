/** Waits for all concurrent requests and returns their results in order. Throws the first error only after all have ended. */
export async function settleAll<Made>(promises: readonly Promise<Made>[]): Promise<readonly Made[]> {
  const ended = await Promise.allSettled(promises)
  return ended.map((each) => {
    if (each.status === 'rejected') throw each.reason
    return each.value
  })
}
