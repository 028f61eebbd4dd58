import type { StreamEvent } from '../simulator/bodies/stream.ts'
import type { Control } from './control.ts'
import { maxResponseBytes } from './exchange.ts'
import { withQuery } from './query.ts'
import { noProtocol, UnreachableError } from './unreachable-error.ts'

export interface StreamOptions {
  /** The id of an event: those after it come first, as far as they are remembered. */
  readonly after?: number | undefined
  /** Ends the stream. */
  readonly signal?: AbortSignal | undefined
}

/** What happens in the account, as it happens, until the signal or the end of the account or the simulator. */
export type AccountStream = (options?: StreamOptions) => AsyncGenerator<StreamEvent, void>

/** The stream of the account at path `account`; makes no call before it is read. */
export function openStream(control: Control, account: string): AccountStream {
  return async function* ({ after, signal } = {}) {
    const { eventProblem } = await import('./response-check.ts')
    let text = ''
    for await (const piece of control.follow(withQuery(`${account}/stream`, { after }), signal)) {
      text += piece
      if (text.length > maxResponseBytes)
        throw new UnreachableError(control.url, 'an event of its stream is longer than 32 MiB')
      // An event has no line break but between its lines, and a long one comes in many pieces.
      if (!piece.includes('\n')) continue
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = eventText(block)
        if (event === undefined) continue
        const problem = eventProblem(event)
        if (problem !== undefined) throw noProtocol(control.url, `an event of its stream ${problem}`)
        yield JSON.parse(event)
      }
    }
  }
}

/** The text of the event in a block of lines, as JSON; undefined for one that is a comment. */
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
