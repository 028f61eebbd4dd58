import type { FormValues } from '../../dashboard/page.ts'
import type { ServiceRequest, ServiceResponse } from '../../dashboard/service/send-request.ts'
import { signInPath } from '../../dashboard-base.ts'
import {
  Button,
  Card,
  Choice,
  Facts,
  JsonBlock,
  Notice,
  StatusBadge,
  TextArea,
  TextField,
} from '../../pages/components.ts'
import type { ReferenceOperation } from '../model/operations.ts'
import { buildOperationPath } from '../model/search.ts'
import type { TryForm, TryInput, TryPart } from '../model/try-form.ts'
import type { Reader } from '../reader.ts'

/** The response to a request of the form, or the reason why no request was sent or no response came. */
export type TriedOutcome =
  | {
      readonly sent: ServiceRequest
      readonly response: ServiceResponse
      /** The URL of the request's page in the dashboard. */
      readonly href: string | undefined
    }
  | { readonly message: string }

interface TryProps {
  readonly operation: ReferenceOperation
  readonly form: TryForm
  readonly reader: Reader
  /** The security token that shows that the form was sent from this site. */
  readonly token: string
  /** Returns the text that an input shows: what the reader sent, or else an example. */
  readonly readInputText: (input: TryInput) => string
  readonly given: { readonly values: FormValues; readonly outcome: TriedOutcome } | undefined
}

/** Renders the form that sends a request of an operation, and the response below it. */
export function TryCard(props: TryProps) {
  const { operation, reader, token, form, given } = props
  if (reader.environments === null)
    return (
      <Card title="Try it" id="try">
        <p>
          <a href={signInPath}>Sign in with the control token</a> to send requests from this page.
        </p>
      </Card>
    )
  const place = buildOperationPath(operation)
  return (
    <Card title="Try it" id="try">
      <p class="muted prose">
        This sends a real request to the account <code>{reader.account}</code>. It counts for limits, and the
        request log shows it.
      </p>
      <form
        class="try"
        method="post"
        action={`${place}#try`}
        hx-post={place}
        hx-target="#try-outcome"
        hx-disabled-elt="find button"
      >
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="account" value={reader.account} />
        <FormParts parts={form.parameters} readInputText={props.readInputText} />
        {form.body === null ? null : <FormParts parts={form.body} readInputText={props.readInputText} />}
        <Choice
          form="try"
          name="key"
          label="Key"
          value={given?.values['key'] ?? (operation.isOpen ? 'none' : undefined)}
          options={[
            ...reader.environments.map((each) => [each, keyLabels[each]] as const),
            ['none', 'no key'] as const,
          ]}
        />
        <Button kind="main">Send</Button>
      </form>
      <div id="try-outcome" class="stack" aria-live="polite">
        {given === undefined ? null : <TryOutcome outcome={given.outcome} />}
      </div>
    </Card>
  )
}

const keyLabels = { test: 'test key: free', live: 'live key: the wallet pays' }

interface FormPartsProps {
  readonly parts: readonly TryPart[]
  readonly readInputText: TryProps['readInputText']
}

/** Renders the required fields of a form, and below them the optional fields, folded. */
function FormParts({ parts, readInputText }: FormPartsProps) {
  const optional = parts.filter(({ isRequired }) => !isRequired)
  return (
    <>
      {parts
        .filter(({ isRequired }) => isRequired)
        .map((part) => (
          <FormPart part={part} readInputText={readInputText} />
        ))}
      {optional.length === 0 ? null : (
        <details>
          <summary>
            {optional.length === 1 ? '1 optional field' : `${optional.length} optional fields`}
          </summary>
          <div class="try-fields">
            {optional.map((part) => (
              <FormPart part={part} readInputText={readInputText} />
            ))}
          </div>
        </details>
      )}
    </>
  )
}

function FormPart({
  part,
  readInputText,
}: {
  readonly part: TryPart
  readonly readInputText: TryProps['readInputText']
}) {
  if (part.kind === 'group')
    return (
      <fieldset class="try-fields">
        <legend>{part.label}</legend>
        <FormParts parts={part.parts} readInputText={readInputText} />
      </fieldset>
    )
  const { name, label } = part
  const field = { form: 'try', name, label, value: readInputText(part) }
  return part.kind === 'json' ? (
    <TextArea {...field} label={`${label} (JSON)`} rows={12} />
  ) : (
    <TextField {...field} />
  )
}

/** Renders the response of a request, or the reason why there is none. */
export function TryOutcome({ outcome }: { readonly outcome: TriedOutcome }) {
  if ('message' in outcome) return <Notice tone="bad">{outcome.message}</Notice>
  const { response, href, sent } = outcome
  const { status, requestId, headers } = response
  const id = <code>{requestId}</code>
  const shown = Object.entries(headers).filter(([name]) => shownHeaderPattern.test(name))
  return (
    <>
      <Facts
        facts={[
          ['Status', <StatusBadge status={status} />],
          ['Sent', <code>{`${sent.method} ${sent.path}`}</code>],
          requestId === '' ? null : ['Request', href === undefined ? id : <a href={href}>{id}</a>],
          ...shown.map(([name, value]) => [name, <code>{String(value)}</code>] as const),
        ]}
      />
      <ResponseBody response={response} />
    </>
  )
}

const shownHeaderPattern = /^(?:content-type|location|retry-after|x-ratelimit-.*)$/

/** Renders the body of a response. A label is no text, so only its size is shown. */
function ResponseBody({ response: { bytes, headers } }: { readonly response: ServiceResponse }) {
  const type = headers['content-type'] ?? ''
  if (bytes.length === 0) return <p class="muted">The response has no body.</p>
  if (!/^(?:application\/json|text\/)/.test(type))
    return <p class="muted">The body has {bytes.length} bytes.</p>
  return <JsonBlock label="The response" text={bytes.toString()} />
}
