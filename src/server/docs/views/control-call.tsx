import { controlBase } from '../../control-base.ts'
import { replaceOrigin } from '../../http/request-origin.ts'
import { Badge, StatusBadge } from '../../pages/components/badge.tsx'
import { CodeBlock } from '../../pages/components/code-block.tsx'
import { Notice } from '../../pages/components/notice.tsx'
import { controlCalls, controlGroups, type ReferenceControlCall } from '../model/control-calls.ts'
import { commandScript, curlScript } from '../model/control-lines.ts'
import { errorNamed } from '../model/errors.ts'
import type { Field } from '../model/fields.ts'
import { controlCallPath } from '../model/search.ts'
import type { Reader } from '../reader.ts'
import { FieldList } from './fields.tsx'
import type { ReferencePage } from './frame.tsx'
import { ErrorTable } from './operation.tsx'
import { Words } from './words.tsx'

/** Renders the page of one control protocol call. */
export function controlCallPage(call: ReferenceControlCall, reader: Reader): ReferencePage {
  return {
    title: call.summary,
    body: (
      <>
        <p class="endpoint">
          <Badge tone="note">{call.method}</Badge> <code>{endpointOf(call)}</code>
        </p>
        {reader.isControlled ? null : (
          <Notice>This simulator was started with --no-control: it has none of these calls.</Notice>
        )}
        <div class="beside">
          <div class="stack">
            <p>
              <Words text={call.lead} />
            </p>
            <Request call={call} url={reader.url} />
            <ResponseSection call={call} url={reader.url} />
          </div>
          <Lines call={call} reader={reader} />
        </div>
        <Refusals call={call} />
        <Neighbours call={call} />
      </>
    ),
  }
}

function endpointOf({ path }: ReferenceControlCall): string {
  return path === '/' ? controlBase : controlBase + path
}

interface CallProps {
  readonly call: ReferenceControlCall
  /** The simulator's URL as the reader reaches it. */
  readonly url: string
}

function Request({ call, url }: CallProps) {
  const { path, parameters, request } = call
  if (parameters.length === 0 && request === null) return null
  const isInPath = ({ name }: Field): boolean => path.includes(`{${name}}`)
  return (
    <section class="stack" id="request" aria-labelledby="request-title">
      <h2 id="request-title">Request</h2>
      <Sent about="In the path." part="parameter" fields={parameters.filter(isInPath)} url={url} />
      <Sent
        about="In the query. Unknown parameters are refused."
        part="parameter"
        fields={parameters.filter((field) => !isInPath(field))}
        url={url}
      />
      <Sent
        about="A JSON object. Unknown fields are refused."
        part="request"
        fields={request?.fields ?? []}
        url={url}
      />
    </section>
  )
}

interface SentProps {
  readonly about: string
  readonly part: string
  readonly fields: readonly Field[]
  readonly url: string
}

function Sent({ about, part, fields, url }: SentProps) {
  if (fields.length === 0) return null
  return (
    <>
      <p class="muted">{about}</p>
      <FieldList url={url} part={part} fields={fields} isSent />
    </>
  )
}

function ResponseSection({ call: { response }, url }: CallProps) {
  const { status, description, type, fields } = response
  return (
    <section class="stack" id="answer" aria-labelledby="answer-title">
      <h2 id="answer-title">Answer</h2>
      <p>
        <StatusBadge status={Number(status)} /> <Words text={description} />{' '}
        {type === null ? null : <code>{type}</code>}
      </p>
      {fields.length === 0 ? null : <FieldList url={url} part="answer" fields={fields} />}
    </section>
  )
}

function Lines({ call, reader }: { readonly call: ReferenceControlCall; readonly reader: Reader }) {
  const { request, response } = call
  const caller = { ...reader, key: reader.testKey }
  const command = commandScript(call, caller)
  const shown = (value: unknown): string =>
    replaceOrigin(typeof value === 'string' ? value : JSON.stringify(value, null, 2), reader.url)
  return (
    <div class="stack calls">
      {reader.isControlled ? (
        <>
          <h2>Call it</h2>
          {reader.isOpen ? null : (
            <p class="muted">
              With the control token in <code>DRYDOCK_CONTROL_TOKEN</code>.
            </p>
          )}
          <CodeBlock label="The call" code={curlScript(call, caller)} isWrapped />
          {command === undefined ? null : (
            <>
              <h2>By the command</h2>
              <CodeBlock label="The command" code={command} isWrapped />
            </>
          )}
        </>
      ) : null}
      {response.example === undefined ? null : (
        <details>
          <summary>Response</summary>
          <CodeBlock label="Example response" code={shown(response.example)} />
        </details>
      )}
      {request === null ? null : (
        <details>
          <summary>A request with more fields</summary>
          <CodeBlock label="A request" code={shown(request.example)} />
        </details>
      )}
    </div>
  )
}

function Refusals({ call: { codes, commonCodes } }: { readonly call: ReferenceControlCall }) {
  const named = (each: readonly string[]) => each.flatMap((code) => errorNamed(code) ?? [])
  return (
    <section class="stack" id="errors" aria-labelledby="errors-title">
      <h2 id="errors-title">Errors</h2>
      {codes.length === 0 ? (
        <p>No specific errors.</p>
      ) : (
        <ErrorTable caption="Errors" errors={named(codes)} />
      )}
      <details>
        <summary>And the errors of any call ({commonCodes.length})</summary>
        <ErrorTable caption="Errors of any call" errors={named(commonCodes)} />
      </details>
    </section>
  )
}

function Neighbours({ call }: { readonly call: ReferenceControlCall }) {
  const all = controlCalls()
  const index = all.indexOf(call)
  const [before, after] = [all[index - 1], all[index + 1]]
  return (
    <nav class="row neighbours" aria-label="Other calls">
      {before === undefined ? null : <a href={controlCallPath(before)}>← {before.summary}</a>}
      <a href="/docs/control-protocol#call-by-call">All calls</a>
      {after === undefined ? null : <a href={controlCallPath(after)}>{after.summary} →</a>}
    </nav>
  )
}

/** Lists all calls, below the text of docs/control-protocol.md. */
export function ControlCalls() {
  return (
    <section class="stack" aria-labelledby="call-by-call">
      <h2 id="call-by-call">Call by call</h2>
      <div class="operation-groups">
        {controlGroups().map(({ name, description, calls }) => (
          <section>
            <h3>{name}</h3>
            <p class="muted">
              <Words text={description} />
            </p>
            <ul class="links">
              {calls.map((call) => (
                <li>
                  <a href={controlCallPath(call)}>{call.summary}</a>{' '}
                  <code class="endpoint-small">
                    {call.method} {endpointOf(call)}
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
