/**
 * Returns the same function with a cache of one result, for arguments that mostly repeat those of the call
 * before.
 */
export function rememberLast<Args extends readonly (string | number)[], Result>(
  compute: (...args: Args) => Result,
): (...args: Args) => Result {
  let last: { readonly args: Args; readonly result: Result } | undefined
  return (...args) => {
    if (last?.args.every((arg, index) => arg === args[index]) !== true)
      last = { args, result: compute(...args) }
    return last.result
  }
}
