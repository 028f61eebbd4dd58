import { setTimeout as pause } from 'node:timers/promises'
import { sendHttpRequest } from '../../src/client/http/exchange.ts'
import { UnreachableError } from '../../src/client/http/unreachable-error.ts'
import { removeTrailingSlashes } from '../../src/trailing-slashes.ts'
import { durationMs } from '../files/reader.ts'
import type { Command, CommandInput } from '../parsing/command.ts'
import { defineOptionWithDefault } from '../parsing/option.ts'
import { print } from '../printing/output.ts'
import { controlTokenOption, indentJson, jsonOption, remoteOptions, urlOption } from '../remote.ts'

const timeout = defineOptionWithDefault({
  name: 'timeout',
  describe: 'maximum time to wait',
  reader: durationMs,
  otherwise: '30s',
})

const retryIntervalMs = 100
const maxTryMs = 2_000

export const wait: Command = {
  options: [timeout, ...remoteOptions],
  examples: [
    {
      line: 'drydock serve --quiet & drydock wait --timeout 10s',
      does: 'Continue as soon as the simulator accepts requests',
    },
  ],
  run: async (input) => {
    const url = input.get(urlOption)
    const deadline = performance.now() + input.get(timeout)
    for (;;) {
      const withinMs = Math.min(maxTryMs, Math.max(1, deadline - performance.now()))
      const response = await probeSimulator(input, withinMs)
      if (response !== undefined) {
        if (input.get(jsonOption)) print(indentJson(isJson(response) ? response : 'null'))
        return 0
      }
      if (performance.now() + retryIntervalMs > deadline) {
        throw new UnreachableError(url, `it has not responded within ${input.get(timeout)} ms`)
      }
      await pause(retryIntervalMs)
    }
  },
}

/** Sends one request and returns the body of any response, also of a refusal; undefined if none comes. */
async function probeSimulator(input: CommandInput, withinMs: number): Promise<string | undefined> {
  const token = input.get(controlTokenOption)
  try {
    const { text } = await sendHttpRequest({
      url: `${removeTrailingSlashes(input.get(urlOption))}/_drydock/`,
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
