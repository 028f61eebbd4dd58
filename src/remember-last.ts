/**
 * Returns a function that calls `compute` and keeps its last result. If a call has the same arguments as the call
 * before, it returns the cached result.
 */
export function cacheLastResult<Args extends readonly (string | number)[], Result>(
  compute: (...args: Args) => Result,
): (...args: Args) => Result {
  let last: { readonly args: Args; readonly result: Result } | undefined
  return (...args) => {
    if (last?.args.every((arg, index) => arg === args[index]) !== true)
      last = { args, result: compute(...args) }
    return last.result
  }
}
