/** Does one thing after the other. */
export function openTurns(): <Value>(does: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve()
  return (does) => {
    const next = last.then(does)
    last = next.catch(() => undefined)
    return next
  }
}
