import type { Conceal } from './redact.ts'

/**
 * Wraps an observer so that its errors and rejections do not disturb the simulator: they become notices. Each message
 * is reported only once.
 */
export function wrapObserver<T>(
  name: string,
  observer: (value: T) => unknown,
  { notice, conceal }: { readonly notice: (text: string) => void; readonly conceal: Conceal },
): (value: T) => void {
  const reported = new Set<string>()
  const noteFailure = (error: unknown): void => {
    const text = conceal(`${name} failed, which changed no response: ${describeThrown(error)}`)
    if (reported.has(text) || reported.size === maxReported) return
    reported.add(text)
    notice(text)
  }
  return (value) => {
    try {
      const outcome = observer(value)
      // The result may be a promise of another realm, as in Jest, so `instanceof Promise` would not find it.
      if (outcome !== null && typeof outcome === 'object') Promise.resolve(outcome).catch(noteFailure)
    } catch (error) {
      noteFailure(error)
    }
  }
}

/** Returns the text of a thrown value, which may be a value that cannot be converted to a string. */
function describeThrown(error: unknown): string {
  try {
    return String(error)
  } catch {
    return 'the thrown value has no message'
  }
}

const maxReported = 100
