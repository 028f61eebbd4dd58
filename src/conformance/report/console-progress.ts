import { formatSpan } from '../duration.ts'
import type { RunSlowness, RunWait } from '../options.ts'
import { plural } from '../plural.ts'
import { isFailedOrErrored, type RuleResult } from './report.ts'

/** Shows the user the progress of a conformance run. */
export interface Progress {
  showResult(result: RuleResult, progress: { readonly done: number; readonly total: number }): void
  /** Shows that the run waits for real time to pass. */
  showWait(wait: RunWait): void
  /** Shows that the target responds slowly; undefined means that it responds normally again. */
  showSlowness(slow: RunSlowness | undefined): void
  end(): void
}

/** The stream that the progress is written to. Reports are written to another stream. */
interface ProgressStream {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

/** Creates the progress display of a run. On a terminal, it rewrites one line; elsewhere, it adds a line every `everyMs` milliseconds. */
export function createProgress(stream: ProgressStream, everyMs = 15_000): Progress {
  return stream.isTTY === true ? createTerminalProgress(stream) : createLogProgress(stream, everyMs)
}

/** Remembers the wait in progress that ends last. */
interface LongestWait {
  add(wait: RunWait): void
  getCurrent(): { readonly wait: RunWait; readonly leftMs: number; readonly aboutMs: number } | undefined
}

function trackLongestWait(): LongestWait {
  let longest: { readonly wait: RunWait; readonly sinceMs: number } | undefined
  const computeRemainingMs = ({ wait, sinceMs }: NonNullable<typeof longest>): number =>
    sinceMs + wait.waitMs - Date.now()
  return {
    add: (wait) => {
      if (longest === undefined || wait.waitMs >= computeRemainingMs(longest))
        longest = { wait, sinceMs: Date.now() }
    },
    getCurrent: () => {
      if (longest === undefined || computeRemainingMs(longest) <= 0) return undefined
      const { wait, sinceMs } = longest
      return { wait, leftMs: computeRemainingMs(longest), aboutMs: sinceMs + wait.aboutMs - Date.now() }
    },
  }
}

/** Formats a time span in whole seconds, rounded up. */
const formatSeconds = (spanMs: number): string => formatSpan(Math.ceil(spanMs / 1_000) * 1_000)

/** Describes how slowly the target responds, and how long the run will take. */
function describeSlowness({ answerMs, rulesLeft, aboutMs }: RunSlowness): string {
  return `responses take about ${formatSeconds(answerMs)}; ${plural(rulesLeft, 'rule')} left, about ${formatSeconds(aboutMs)}`
}

function createTerminalProgress(stream: ProgressStream): Progress {
  let failedCount = 0
  let count = ''
  let last = ''
  let slow: RunSlowness | undefined
  let ticking: NodeJS.Timeout | undefined
  const longest = trackLongestWait()
  const writeProgress = (): void => {
    const waiting = longest.getCurrent()
    const idle = slow === undefined ? last : describeSlowness(slow)
    const what =
      waiting === undefined
        ? idle
        : `waiting ${formatSeconds(waiting.leftMs)} of about ${formatSeconds(waiting.aboutMs)} for ${waiting.wait.what}`
    const line = `${count}  ${failedCount === 0 ? '' : `${failedCount} failed  `}${what}`
    // A terminal of unknown width has 0 columns.
    const { columns = 0 } = stream
    stream.write(`\r\u001b[2K${line.slice(0, (columns > 0 ? columns : 80) - 1)}`)
    clearTimeout(ticking)
    if (waiting !== undefined) ticking = setTimeout(writeProgress, 1_000).unref()
  }
  return {
    showResult: ({ id, status }, { done, total }) => {
      if (isFailedOrErrored(status)) failedCount += 1
      count = `${done}/${total}`
      last = id
      writeProgress()
    },
    showWait: (wait) => {
      longest.add(wait)
      writeProgress()
    },
    showSlowness: (next) => {
      slow = next
      writeProgress()
    },
    end: () => {
      clearTimeout(ticking)
      stream.write('\r\u001b[2K')
    },
  }
}

/** A wait of at least this length, in milliseconds, is shown at once. */
const longMs = 5_000

function createLogProgress(stream: ProgressStream, everyMs: number): Progress {
  let failedCount = 0
  let line: string | undefined
  let slow: RunSlowness | undefined
  let toldAtMs = Number.NEGATIVE_INFINITY
  const longest = trackLongestWait()
  const writeProgress = (): void => {
    const waiting = longest.getCurrent()
    if (line === undefined && waiting === undefined && slow === undefined) return
    toldAtMs = Date.now()
    const parts = [
      ...(line === undefined ? [] : [line]),
      ...(waiting === undefined
        ? []
        : [
            `waiting ${formatSeconds(waiting.leftMs)} for ${waiting.wait.what}; ${plural(waiting.wait.rulesLeft, 'rule')} left, about ${formatSeconds(waiting.aboutMs)}`,
          ]),
      ...(waiting === undefined && slow !== undefined ? [describeSlowness(slow)] : []),
    ]
    stream.write(`${parts.join(': ')}\n`)
  }
  const timer = setInterval(writeProgress, everyMs)
  timer.unref()
  return {
    showResult: ({ status }, { done, total }) => {
      if (isFailedOrErrored(status)) failedCount += 1
      line = `${done}/${total} rules${failedCount === 0 ? '' : `, ${failedCount} failed`}`
    },
    showWait: (wait) => {
      longest.add(wait)
      // If many rules wait for the same rate limit or time, one progress line is enough.
      if (wait.waitMs >= longMs && Date.now() - toldAtMs >= everyMs) writeProgress()
    },
    showSlowness: (next) => {
      slow = next
      if (slow !== undefined && slow.aboutMs >= longMs && Date.now() - toldAtMs >= everyMs) writeProgress()
    },
    end: () => clearInterval(timer),
  }
}
