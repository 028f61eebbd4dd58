import { spanText } from '../duration.ts'
import { plural } from '../plural.ts'
import type { RunSlowness, RunWait } from '../running/run-wait.ts'
import { isRed, type RuleResult } from './report.ts'

/** Where a person can see how far a run is. */
export interface Progress {
  show(result: RuleResult, progress: { readonly done: number; readonly total: number }): void
  /** The run lets time pass. */
  wait(wait: RunWait): void
  /** The target answers slowly, or no more. */
  slow(slow: RunSlowness | undefined): void
  end(): void
}

/** Where progress is shown: never where reports go. */
interface ProgressStream {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

/** One line that is written over again on a terminal; elsewhere a line now and then, so that a log shows life. */
export function openProgress(stream: ProgressStream, everyMs = 15_000): Progress {
  return stream.isTTY === true ? openLine(stream) : openLog(stream, everyMs)
}

/** The wait that ends last, as long as it lasts. */
interface Longest {
  hear(wait: RunWait): void
  now(): { readonly wait: RunWait; readonly leftMs: number; readonly aboutMs: number } | undefined
}

function openLongest(): Longest {
  let longest: { readonly wait: RunWait; readonly sinceMs: number } | undefined
  const leftOf = ({ wait, sinceMs }: NonNullable<typeof longest>): number =>
    sinceMs + wait.waitMs - Date.now()
  return {
    hear: (wait) => {
      if (longest === undefined || wait.waitMs >= leftOf(longest)) longest = { wait, sinceMs: Date.now() }
    },
    now: () => {
      if (longest === undefined || leftOf(longest) <= 0) return undefined
      const { wait, sinceMs } = longest
      return { wait, leftMs: leftOf(longest), aboutMs: sinceMs + wait.aboutMs - Date.now() }
    },
  }
}

/** Nobody counts parts of a second. */
const inSeconds = (spanMs: number): string => spanText(Math.ceil(spanMs / 1_000) * 1_000)

/** Why it takes so long, and how long. */
function slowText({ answerMs, rulesLeft, aboutMs }: RunSlowness): string {
  return `answers take about ${inSeconds(answerMs)}; ${plural(rulesLeft, 'rule')} left, about ${inSeconds(aboutMs)}`
}

function openLine(stream: ProgressStream): Progress {
  let red = 0
  let count = ''
  let last = ''
  let slow: RunSlowness | undefined
  let ticking: NodeJS.Timeout | undefined
  const longest = openLongest()
  const write = (): void => {
    const waiting = longest.now()
    const idle = slow === undefined ? last : slowText(slow)
    const what =
      waiting === undefined
        ? idle
        : `waiting ${inSeconds(waiting.leftMs)} of about ${inSeconds(waiting.aboutMs)} for ${waiting.wait.what}`
    const line = `${count}  ${red === 0 ? '' : `${red} failed  `}${what}`
    // Terminals that do not know their width say 0.
    const { columns = 0 } = stream
    stream.write(`\r\u001b[2K${line.slice(0, (columns > 0 ? columns : 80) - 1)}`)
    clearTimeout(ticking)
    if (waiting !== undefined) ticking = setTimeout(write, 1_000).unref()
  }
  return {
    show: ({ id, status }, { done, total }) => {
      if (isRed(status)) red += 1
      count = `${done}/${total}`
      last = id
      write()
    },
    wait: (wait) => {
      longest.hear(wait)
      write()
    },
    slow: (next) => {
      slow = next
      write()
    },
    end: () => {
      clearTimeout(ticking)
      stream.write('\r\u001b[2K')
    },
  }
}

/** A wait that takes at least so long is told at once. */
const longMs = 5_000

function openLog(stream: ProgressStream, everyMs: number): Progress {
  let red = 0
  let line: string | undefined
  let slow: RunSlowness | undefined
  let toldAtMs = Number.NEGATIVE_INFINITY
  const longest = openLongest()
  const write = (): void => {
    const waiting = longest.now()
    if (line === undefined && waiting === undefined && slow === undefined) return
    toldAtMs = Date.now()
    const parts = [
      ...(line === undefined ? [] : [line]),
      ...(waiting === undefined
        ? []
        : [
            `waiting ${inSeconds(waiting.leftMs)} for ${waiting.wait.what}; ${plural(waiting.wait.rulesLeft, 'rule')} left, about ${inSeconds(waiting.aboutMs)}`,
          ]),
      ...(waiting === undefined && slow !== undefined ? [slowText(slow)] : []),
    ]
    stream.write(`${parts.join(': ')}\n`)
  }
  const timer = setInterval(write, everyMs)
  timer.unref()
  return {
    show: ({ status }, { done, total }) => {
      if (isRed(status)) red += 1
      line = `${done}/${total} rules${red === 0 ? '' : `, ${red} failed`}`
    },
    wait: (wait) => {
      longest.hear(wait)
      // Rules wait for the same thing many at a time.
      if (wait.waitMs >= longMs && Date.now() - toldAtMs >= everyMs) write()
    },
    slow: (next) => {
      slow = next
      if (slow !== undefined && slow.aboutMs >= longMs && Date.now() - toldAtMs >= everyMs) write()
    },
    end: () => clearInterval(timer),
  }
}
