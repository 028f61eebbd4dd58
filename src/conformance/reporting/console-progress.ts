import { isRed, type RuleResult } from './report.ts'

/** Where a person can see how far a run is. */
export interface Progress {
  show(result: RuleResult, progress: { readonly done: number; readonly total: number }): void
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

function openLine(stream: ProgressStream): Progress {
  let red = 0
  return {
    show: ({ id, status }, { done, total }) => {
      if (isRed(status)) red += 1
      const line = `${done}/${total}  ${red === 0 ? '' : `${red} failed  `}${id}`
      // Terminals that do not know their width say 0.
      const { columns = 0 } = stream
      stream.write(`\r\u001b[2K${line.slice(0, (columns > 0 ? columns : 80) - 1)}`)
    },
    end: () => {
      stream.write('\r\u001b[2K')
    },
  }
}

function openLog(stream: ProgressStream, everyMs: number): Progress {
  let red = 0
  let line: string | undefined
  const timer = setInterval(() => {
    if (line !== undefined) stream.write(`${line}\n`)
  }, everyMs)
  timer.unref()
  return {
    show: ({ status }, { done, total }) => {
      if (isRed(status)) red += 1
      line = `${done}/${total} rules${red === 0 ? '' : `, ${red} failed`}`
    },
    end: () => clearInterval(timer),
  }
}
