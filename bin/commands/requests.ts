import type { RequestEntry, RequestFilter } from '../../src/client/requests.ts'
import type { Command, Given } from '../command.ts'
import { showExchange } from '../exchange-line.ts'
import { follow } from '../following.ts'
import { flag, option } from '../option.ts'
import { print } from '../output.ts'
import { instant, integer, text } from '../reader.ts'
import { connect, jsonOption, remoteCommand } from '../remote.ts'
import { awaitStop } from '../stop-signal.ts'

const followOption = flag({ name: 'follow', describe: 'print new ones as they come, until Ctrl-C' })
const method = option({ name: 'method', describe: 'only those with this method', reader: text })
const path = option({ name: 'path', describe: 'only those to this path', reader: text })
const status = option({
  name: 'status',
  describe: 'only those answered with this status',
  reader: integer({ min: 100, max: 599 }),
})
const since = option({
  name: 'since',
  describe: "only those since this instant on the account's clock, ISO 8601",
  reader: instant,
})

const list = remoteCommand({
  options: [followOption, method, path, status, since],
  examples: [
    { line: 'drydock requests --status 422', does: 'What was refused, the oldest first' },
    { line: 'drydock requests --follow', does: 'Watch an integration at work' },
  ],
  act: async ({ account }, given) => {
    const entries = await account.requests.list(readFilter(given))
    return entries.length === 0
      ? ['No requests.']
      : entries.map((entry) => showEntry(entry, account.id)).reverse()
  },
})

export const requests: Command = {
  ...list,
  run: (given) => (given.of(followOption) ? watch(given) : list.run(given)),
}

async function watch(given: Given): Promise<number> {
  const { account } = connect(given)
  const { signal } = awaitStop({ orOutputGone: true })
  for await (const entry of follow(account, { filter: readFilter(given), signal })) {
    const line = given.of(jsonOption) ? JSON.stringify(entry) : showEntry(entry, account.id)
    print(`${line}\n`)
  }
  return 0
}

function readFilter(given: Given): RequestFilter {
  const wanted = {
    method: given.of(method),
    path: given.of(path),
    status: given.of(status),
    since: given.of(since),
  }
  return {
    ...(wanted.method !== undefined && { method: wanted.method }),
    ...(wanted.path !== undefined && { path: wanted.path }),
    ...(wanted.status !== undefined && { status: wanted.status }),
    ...(wanted.since !== undefined && { since: wanted.since }),
  }
}

function showEntry(entry: RequestEntry, account: string): string {
  return showExchange({
    at: entry.at,
    account,
    method: entry.method,
    path: entry.path,
    status: entry.status,
    errorCode: entry.error_code,
    durationMs: entry.duration_ms,
    decidedBy: entry.decided_by,
  })
}
