import { controlBase } from '../../control-base.ts'
import { replaceDefaultUrl } from '../../http/request-origin.ts'
import { Badge, CodeBlock, Notice } from '../../pages/components.ts'
import { groupControlCalls, listControlCalls, type ReferenceControlCall } from '../model/control-calls.ts'
import { renderCommandScript, renderCurlScript } from '../model/control-lines.ts'
import type { Field } from '../model/fields.ts'
import { buildControlCallPath } from '../model/search.ts'
import type { Reader } from '../reader.ts'
import type { ReferencePage } from './frame.tsx'
import { ErrorsSection, RequestSection, ResponseSection } from './operation.tsx'
import { TextWithCode } from './words.tsx'

export function renderControlCallPage(call: ReferenceControlCall, reader: Reader): ReferencePage {
  const { path, parameters, request } = call
  const isInPath = ({ name }: Field): boolean => path.includes(`{${name}}`)
  return {
    title: call.summary,
    body: (
      <>
        <p class="endpoint">
          <Badge tone="note">{call.method}</Badge> <code>{formatEndpoint(call)}</code>
        </p>
        {reader.isControlled ? null : (
          <Notice>This simulator was started with --no-control, so it has no control protocol.</Notice>
        )}
        <div class="beside">
          <div class="stack">
            <p>
              <TextWithCode text={call.lead} />
            </p>
            <RequestSection
              url={reader.url}
              sent={[
                { about: 'In the path.', part: 'parameter', fields: parameters.filter(isInPath) },
                {
                  about: 'In the query. Unknown parameters are refused.',
                  part: 'parameter',
                  fields: parameters.filter((field) => !isInPath(field)),
                },
                {
                  about: 'A JSON object. Unknown fields are refused.',
                  part: 'request',
                  fields: request?.fields ?? [],
                },
              ]}
            />
            <ResponseSection response={call.response} url={reader.url} />
          </div>
          <CallSamples call={call} reader={reader} />
        </div>
        <ErrorsSection own={call.codes} common={call.commonCodes} of="any call" />
        <CallNeighbours call={call} />
      </>
    ),
  }
}

function formatEndpoint({ path }: ReferenceControlCall): string {
  return path === '/' ? controlBase : controlBase + path
}

function CallSamples({ call, reader }: { readonly call: ReferenceControlCall; readonly reader: Reader }) {
  const { request, response } = call
  const caller = { ...reader, key: reader.testKey }
  const command = renderCommandScript(call, caller)
  const formatExample = (value: unknown): string =>
    replaceDefaultUrl(typeof value === 'string' ? value : JSON.stringify(value, null, 2), reader.url)
  return (
    <div class="stack calls">
      {reader.isControlled ? (
        <>
          <h2>Call it</h2>
          {reader.isOpen ? null : (
            <p class="muted">
              Set <code>DRYDOCK_CONTROL_TOKEN</code> to the control token first.
            </p>
          )}
          <CodeBlock label="The call" code={renderCurlScript(call, caller)} isWrapped />
          {command === undefined ? null : (
            <>
              <h2>With the command</h2>
              <CodeBlock label="The command" code={command} isWrapped />
            </>
          )}
        </>
      ) : null}
      {response.example === undefined ? null : (
        <details>
          <summary>Response</summary>
          <CodeBlock label="Example response" code={formatExample(response.example)} />
        </details>
      )}
      {request === null ? null : (
        <details>
          <summary>A request with more fields</summary>
          <CodeBlock label="A request" code={formatExample(request.example)} />
        </details>
      )}
    </div>
  )
}

function CallNeighbours({ call }: { readonly call: ReferenceControlCall }) {
  const all = listControlCalls()
  const index = all.indexOf(call)
  const [before, after] = [all[index - 1], all[index + 1]]
  return (
    <nav class="row neighbours" aria-label="Other calls">
      {before === undefined ? null : <a href={buildControlCallPath(before)}>← {before.summary}</a>}
      <a href="/docs/control-protocol#call-by-call">All calls</a>
      {after === undefined ? null : <a href={buildControlCallPath(after)}>{after.summary} →</a>}
    </nav>
  )
}

/** Lists all calls of the control protocol, below the text of docs/control-protocol.md. */
export function ControlCalls() {
  return (
    <section class="stack" aria-labelledby="call-by-call">
      <h2 id="call-by-call">Call by call</h2>
      <div class="operation-groups">
        {groupControlCalls().map(({ name, description, calls }) => (
          <section>
            <h3>{name}</h3>
            <p class="muted">
              <TextWithCode text={description} />
            </p>
            <ul class="links">
              {calls.map((call) => (
                <li>
                  <a href={buildControlCallPath(call)}>{call.summary}</a>{' '}
                  <code class="endpoint-small">
                    {call.method} {formatEndpoint(call)}
                  </code>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  )
}
