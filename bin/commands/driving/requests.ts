import type { RequestFilter } from '../../../src/client/requests.ts'
import type { RequestEntry } from '../../../src/simulator/bodies/control/requests.ts'
import { createIntegerReader, instant, type Reader, text } from '../../files/reader.ts'
import { BadValue } from '../../parsing/bad-value.ts'
import type { Command, CommandInput } from '../../parsing/command.ts'
import { defineFlag, defineOption } from '../../parsing/option.ts'
import { UsageError } from '../../parsing/usage-error.ts'
import { formatExchange } from '../../printing/exchange-line.ts'
import { followLog } from '../../printing/following.ts'
import { print } from '../../printing/output.ts'
import { createRemoteSimulator, defineRemoteCommand, jsonOption } from '../../remote.ts'
import { catchStopOfCommand } from '../../stop-signal.ts'

const statusReader: Reader<string> = {
  json: ['number', 'string'],
  read: (given) => {
    if (/^[1-5](\d\d|xx)$/i.test(given)) return given.toLowerCase()
    throw new BadValue(`must be a whole number from 100 to 599, or a class such as 4xx, not "${given}"`)
  },
}

const pathReader: Reader<string> = {
  json: ['string'],
  read: (given) => {
    if (/^[/*]/.test(given)) return given
    throw new BadValue(`must begin with / or *, as in "/v1/labels*", not "${given}"`)
  },
}

const followOption = defineFlag({
  name: 'follow',
  describe: 'print each new request when it arrives, until Ctrl-C',
})
const method = defineOption({ name: 'method', describe: 'only requests with this method', reader: text })
const path = defineOption({
  name: 'path',
  describe: 'only requests to this path; * matches any characters, as in "/v1/labels*"',
  reader: pathReader,
})
const status = defineOption({
  name: 'status',
  describe: 'only requests with this response status, or a class such as 4xx',
  reader: statusReader,
})
const since = defineOption({
  name: 'since',
  describe: "only requests since this instant on the account's clock, ISO 8601",
  reader: instant,
})
const last = defineOption({
  name: 'last',
  field: 'limit',
  describe: 'maximum number, the newest',
  reader: createIntegerReader({ min: 1, max: 10_000 }),
})
const bodies = defineFlag({ name: 'bodies', describe: 'print the bodies of requests and responses, too' })

const list = defineRemoteCommand({
  options: [followOption, method, path, status, since, last, bodies],
  examples: [
    {
      line: 'drydock requests --status 4xx --last 5 --bodies',
      does: 'Show the last five refused requests, with the reason',
    },
    {
      line: 'drydock requests --path "/v1/labels*"',
      does: 'Show the requests about labels, the oldest first',
    },
    { line: 'drydock requests --follow', does: 'Watch the requests of your integration as they arrive' },
  ],
  isStyled: true,
  act: async ({ account }, input, note) => {
    const entries = await account.requests.list(readFilter(input))
    if (entries.length === 0) note('No requests.')
    const shown = entries.map((entry) =>
      describeExchange(entry, { given: input, account: account.id, isWallTime: true }),
    )
    return shown.reverse().flat()
  },
})

export const requests: Command = {
  ...list,
  run: (input) => (input.get(followOption) ? followRequests(input) : list.run(input)),
}

async function followRequests(input: CommandInput): Promise<number> {
  if (input.get(last) !== undefined)
    throw new UsageError('--follow shows all new requests. Leave --last out.')
  const { account } = createRemoteSimulator(input)
  const { signal } = catchStopOfCommand({ orOutputGone: true })
  for await (const { entry, isWallTime } of followLog(account, { filter: readFilter(input), signal })) {
    const lines = input.get(jsonOption)
      ? [JSON.stringify(entry)]
      : describeExchange(entry, { given: input, account: account.id, isWallTime })
    print(lines.map((line) => `${line}\n`).join(''))
  }
  return 0
}

function readFilter(input: CommandInput): RequestFilter {
  return {
    method: input.get(method),
    path: input.get(path),
    status: input.get(status),
    since: input.get(since),
    limit: input.get(last),
  }
}

function describeExchange(
  entry: RequestEntry,
  {
    given,
    account,
    isWallTime,
  }: { readonly given: CommandInput; readonly account: string; readonly isWallTime: boolean },
): readonly string[] {
  const line = formatExchange({
    at: entry.at,
    isWallTime,
    account,
    method: entry.method,
    path: entry.path,
    status: entry.status,
    errorCode: entry.error_code,
    durationMs: entry.duration_ms,
    decidedBy: entry.decided_by,
    lost: entry.lost,
  })
  if (!given.get(bodies)) return [line]
  return [line, ...formatBody('>', entry.request_body), ...formatBody('<', entry.response_body)]
}

/** Formats a body as JSON; each line begins with `>` for a request or `<` for a response. */
function formatBody(mark: '>' | '<', body: unknown): readonly string[] {
  if (body === null) return []
  return JSON.stringify(body, null, 2)
    .split('\n')
    .map((line) => `  ${mark} ${line}`)
}
