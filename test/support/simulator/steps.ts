/** Does work that comes in steps to its end, with nobody in between. */
export function toItsEnd<Result>(steps: Generator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}
