import type { Conceal } from './redact.ts'

/**
 * Whoever watches changes nothing: what an observer throws, or rejects with, is told and goes no further. It is said once
 * for each wording, not at every request.
 */
export function safeObserver<T>(
  name: string,
  observer: (told: T) => unknown,
  { notice, conceal }: { readonly notice: (text: string) => void; readonly conceal: Conceal },
): (told: T) => void {
  const said = new Set<string>()
  const failed = (error: unknown): void => {
    const text = conceal(`${name} failed, which changed no answer: ${wordsOf(error)}`)
    if (said.has(text) || said.size === mostSaid) return
    said.add(text)
    notice(text)
  }
  return (told) => {
    try {
      const outcome = observer(told)
      // Whatever can be waited for, a promise of another realm such as Jest's, too.
      if (outcome !== null && typeof outcome === 'object') Promise.resolve(outcome).catch(failed)
    } catch (error) {
      failed(error)
    }
  }
}

/** What is thrown may be anything, also what has no words of its own or throws when asked for them. */
function wordsOf(error: unknown): string {
  try {
    return String(error)
  } catch {
    return 'what was thrown has no words'
  }
}

const mostSaid = 100
