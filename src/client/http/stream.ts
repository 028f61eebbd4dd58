import type { StreamEvent } from '../../simulator/bodies/control/stream.ts'
import type { Control } from './control.ts'
import { maxResponseBytes } from './exchange.ts'
import { checkFields } from './object-input.ts'
import { withQuery } from './query.ts'
import { protocolMissingError, UnreachableError } from './unreachable-error.ts'

/** The options of a stream: its beginning and its end. */
export interface StreamOptions {
  /** The id of an event. Later events come first, as far as they are remembered. */
  readonly after?: number | undefined
  /** Ends the stream. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Yields the account's events as they happen, until the signal or the end of the account or the simulator.
 */
export type AccountStream = (options?: StreamOptions) => AsyncGenerator<StreamEvent, void>

/** Returns the stream of the account at path `account`; makes no call before it is read. */
export function openStream(control: Control, account: string): AccountStream {
  return async function* (options = {}) {
    const { after, signal } = checkFields(options, 'stream', { after: true, signal: true })
    const { eventProblem } = await import('./response-check.ts')
    let text = ''
    for await (const piece of control.follow(withQuery(`${account}/stream`, { after }), signal)) {
      text += piece
      if (text.length > maxResponseBytes)
        throw new UnreachableError(control.url, 'an event of its stream is longer than 32 MiB')
      // Only a piece with a line break can end an event, and a long event comes in many pieces.
      if (!piece.includes('\n')) continue
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = eventText(block)
        if (event === undefined) continue
        const problem = eventProblem(event)
        if (problem !== undefined)
          throw protocolMissingError(control.url, `an event of its stream ${problem}`)
        yield JSON.parse(event)
      }
    }
  }
}

/** Returns the data of an event's lines as JSON; undefined for a comment. */
function eventText(block: string): string | undefined {
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
