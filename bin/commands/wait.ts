import { setTimeout as pause } from 'node:timers/promises'
import { exchange } from '../../src/client/http/exchange.ts'
import { UnreachableError } from '../../src/client/http/unreachable-error.ts'
import { withoutTrailingSlashes } from '../../src/trailing-slashes.ts'
import { durationMs } from '../files/reader.ts'
import type { Command, CommandInput } from '../parsing/command.ts'
import { optionWithDefault } from '../parsing/option.ts'
import { print } from '../printing/output.ts'
import { controlTokenOption, indentJson, jsonOption, remoteOptions, urlOption } from '../remote.ts'

const timeout = optionWithDefault({
  name: 'timeout',
  describe: 'maximum time to wait',
  reader: durationMs,
  otherwise: '30s',
})

const betweenTriesMs = 100
const perTryMs = 2_000

export const wait: Command = {
  options: [timeout, ...remoteOptions],
  examples: [
    {
      line: 'drydock serve --quiet & drydock wait --timeout 10s',
      does: 'Continue as soon as the simulator accepts requests',
    },
  ],
  run: async (given) => {
    const url = given.of(urlOption)
    const deadline = performance.now() + given.of(timeout)
    for (;;) {
      const withinMs = Math.min(perTryMs, Math.max(1, deadline - performance.now()))
      const response = await probeSimulator(given, withinMs)
      if (response !== undefined) {
        if (given.of(jsonOption)) print(indentJson(isJson(response) ? response : 'null'))
        return 0
      }
      if (performance.now() + betweenTriesMs > deadline) {
        throw new UnreachableError(url, `it has not responded within ${given.of(timeout)} ms`)
      }
      await pause(betweenTriesMs)
    }
  },
}

/** Sends one request. Any response counts, also a refusal. No request log records this path. */
async function probeSimulator(given: CommandInput, withinMs: number): Promise<string | undefined> {
  const token = given.of(controlTokenOption)
  try {
    const { text } = await exchange({
      url: `${withoutTrailingSlashes(given.of(urlOption))}/_drydock/`,
      method: 'GET',
      headers: { ...(token !== undefined && { Authorization: `Bearer ${token}` }) },
      signal: AbortSignal.timeout(Math.ceil(withinMs)),
    })
    return text
  } catch {
    return undefined
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
