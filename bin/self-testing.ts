import { rules } from '../src/conformance/catalogue.ts'
import type { SelectionOptions } from '../src/conformance/running/selection.ts'
import { selectRules } from '../src/conformance/running/selection.ts'
import { mutants } from '../src/conformance/selftest/mutant-catalogue.ts'
import { isProved, renderSelfTest, runSelfTest } from '../src/conformance/selftest/self-test.ts'
import { print } from './output.ts'
import { start } from './starting.ts'
import { isRewritable } from './terminal.ts'

/** Proves the suite on a simulator of its own; 0 where nothing broken passes and nothing sound fails. */
export async function selfTest(selection: SelectionOptions): Promise<number> {
  const simulator = await start({ port: 0 })
  const isTerminal = isRewritable(process.stderr)
  try {
    const result = await runSelfTest({
      upstreamUrl: simulator.url,
      rules: selectRules(rules, selection),
      allRules: rules,
      mutants,
      onProgress: (text) => {
        if (isTerminal) process.stderr.write(`\r\u001b[2K${text}`)
      },
    })
    if (isTerminal) process.stderr.write('\r\u001b[2K')
    print(renderSelfTest(result))
    return isProved(result) ? 0 : 1
  } finally {
    await simulator.close()
  }
}
