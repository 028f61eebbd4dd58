import type { StreamEvent } from '../../simulator/bodies/control/stream.ts'
import type { ControlCaller } from './control.ts'
import { maxResponseBytes } from './exchange.ts'
import { checkFieldNames } from './object-input.ts'
import { addQuery } from './query.ts'
import { buildNoProtocolError, UnreachableError } from './unreachable-error.ts'

/** The options of `account.stream`: where it begins and when it ends. */
export interface StreamOptions {
  /** The id of an event: the stream begins with the stored events after it. */
  readonly after?: number | undefined
  /** Ends the stream when it is aborted. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Yields the account's events as they happen, until the signal is aborted, the account is deleted or the simulator stops.
 */
export type AccountStream = (options?: StreamOptions) => AsyncGenerator<StreamEvent, void>

/** Returns the stream of the account at `accountPath`; makes no call before it is read. */
export function buildAccountStream(control: ControlCaller, accountPath: string): AccountStream {
  return async function* (options = {}) {
    const { after, signal } = checkFieldNames(options, 'stream', { after: true, signal: true })
    const { describeEventProblem } = await import('./response-check.ts')
    let text = ''
    for await (const piece of control.streamText(addQuery(`${accountPath}/stream`, { after }), signal)) {
      text += piece
      if (text.length > maxResponseBytes)
        throw new UnreachableError(control.url, 'an event of its stream is longer than 32 MiB')
      // Waits for a piece with a line break, because only such a piece can end an event. Otherwise, a long event would
      // be split again for each piece.
      if (!piece.includes('\n')) continue
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = readEventJson(block)
        if (event === undefined) continue
        const problem = describeEventProblem(event)
        if (problem !== undefined)
          throw buildNoProtocolError(control.url, `an event of its stream ${problem}`)
        yield JSON.parse(event)
      }
    }
  }
}

/** Returns an event's id, name and data as JSON; undefined for a comment. */
function readEventJson(block: string): string | undefined {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => {
      const at = line.indexOf(':')
      return [line.slice(0, at), line.slice(at + 1).trimStart()]
    }),
  )
  const data = fields.get('data')
  if (data === undefined) return undefined
  return `{"id":${fields.get('id')},"event":${JSON.stringify(fields.get('event'))},"data":${data}}`
}
