import type { RuleResult } from './report.ts'

/** Where a person can see how far a run is. */
export interface Progress {
  show(result: RuleResult, progress: { readonly done: number; readonly total: number }): void
  end(): void
}

/** One line that is written over again on a terminal; nothing anywhere else. */
export function openProgress(stream: {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}): Progress {
  if (stream.isTTY !== true) return { show: () => {}, end: () => {} }
  let red = 0
  return {
    show: ({ id, status }, { done, total }) => {
      if (status === 'failed' || status === 'errored') red += 1
      const line = `${done}/${total}  ${red === 0 ? '' : `${red} failed  `}${id}`
      stream.write(`\r\u001b[2K${line.slice(0, (stream.columns ?? 80) - 1)}`)
    },
    end: () => {
      stream.write('\r\u001b[2K')
    },
  }
}
