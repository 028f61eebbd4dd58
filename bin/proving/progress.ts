import { formatSpan } from '../../src/conformance/duration.ts'
import type { CaseResult, ProofCase } from '../../src/conformance/proof/proof-case.ts'
import { isRewritable } from '../printing/terminal.ts'
import { estimateTimeLeftMs } from './estimate.ts'

/** Shows the progress of the self-test and the time left, on one rewritten line or with a line every 10 seconds. */
export interface ProofProgress {
  show(result: CaseResult): void
  end(): void
}

const lineIntervalMs = 10_000

/**
 * Returns a progress display on stderr. `known` has the cases that earlier runs proved; `atATime` cases run in
 * parallel.
 */
export function openProofProgress(
  cases: readonly ProofCase[],
  { known, atATime }: { readonly known: ReadonlyMap<string, CaseResult>; readonly atATime: number },
): ProofProgress {
  const ended: CaseResult[] = [...known.values()]
  const left = new Map(cases.filter(({ name }) => !known.has(name)).map((each) => [each.name, each]))
  const rewrites = isRewritable(process.stderr)
  let failed = 0
  let shownAt = performance.now()
  return {
    show: (result) => {
      ended.push(result)
      left.delete(result.name)
      if (!result.proved) {
        failed += 1
        if (rewrites) process.stderr.write('\r\u001b[2K')
        process.stderr.write(`${result.lines.join('\n')}\n`)
      }
      const rest = formatSpan(
        Math.ceil(estimateTimeLeftMs([...left.values()], { ended, atATime }) / 1_000) * 1_000,
      )
      const line = `${ended.length} of ${cases.length} tried, ${failed} failed, about ${rest} left`
      if (rewrites) process.stderr.write(`\r\u001b[2K${line}  ${result.name}`)
      else if (performance.now() - shownAt >= lineIntervalMs) {
        shownAt = performance.now()
        process.stderr.write(`${line}\n`)
      }
    },
    end: () => {
      if (rewrites) process.stderr.write('\r\u001b[2K')
    },
  }
}
