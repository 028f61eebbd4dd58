import { setTimeout as pause } from 'node:timers/promises'
import { exchange } from '../../src/client/exchange.ts'
import { UnreachableError } from '../../src/client/unreachable-error.ts'
import type { Command } from '../command.ts'
import { optionWithDefault } from '../option.ts'
import { durationMs } from '../reader.ts'
import { urlOption } from '../remote.ts'

const timeout = optionWithDefault({
  name: 'timeout',
  describe: 'how long to wait at most',
  reader: durationMs,
  otherwise: '30s',
})

const betweenTriesMs = 100
const perTryMs = 2_000

export const wait: Command = {
  options: [timeout, urlOption],
  examples: [
    { line: 'drydock serve --quiet & drydock wait --timeout 10s', does: 'Go on once requests are accepted' },
  ],
  run: async (given) => {
    const url = given.of(urlOption)
    const deadline = performance.now() + given.of(timeout)
    while (!(await answers(url, Math.min(perTryMs, Math.max(1, deadline - performance.now()))))) {
      if (performance.now() + betweenTriesMs > deadline) {
        throw new UnreachableError(url, `it has not answered within ${given.of(timeout)} ms`)
      }
      await pause(betweenTriesMs)
    }
    return 0
  },
}

/** Any answer will do, a refusal too. Asked where no account's request log takes notice. */
async function answers(url: string, withinMs: number): Promise<boolean> {
  try {
    await exchange({
      url: `${url.replace(/\/+$/, '')}/_drydock/`,
      method: 'GET',
      headers: {},
      signal: AbortSignal.timeout(Math.ceil(withinMs)),
    })
    return true
  } catch {
    return false
  }
}
