import { controlDocument, type DocumentedControlCall } from './control-document.ts'
import { successOf } from './document.ts'
import { type Field, fieldsOf, parameterField } from './fields.ts'
import { type Body, bodyOf } from './operations.ts'

/** What the page of a call of the control protocol shows. */
export interface ReferenceControlCall {
  /** `addFault`: the call's id in the document, and the end of its page's address. */
  readonly name: string
  readonly method: string
  /** Below the protocol's base. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  /** What it does, in words. */
  readonly lead: string
  readonly parameters: readonly Field[]
  readonly request: Body | null
  /** `type` is null where nothing comes back but the status. */
  readonly answer: Body & {
    readonly status: string
    readonly description: string
    readonly type: string | null
  }
  /** The errors that it has of its own. */
  readonly codes: readonly string[]
  /** Those that nearly every call has. */
  readonly commonCodes: readonly string[]
}

let calls: readonly ReferenceControlCall[] | undefined

/** All calls of the control protocol, in the order of the document. */
export function controlCalls(): readonly ReferenceControlCall[] {
  calls ??= Object.entries(controlDocument().paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => readCall(method.toUpperCase(), path, call)),
  )
  return calls
}

export function controlCallNamed(name: string): ReferenceControlCall | undefined {
  return controlCalls().find((call) => call.name === name)
}

/** The calls that have an error of their own. */
export function controlCallsWith(code: string): readonly ReferenceControlCall[] {
  return controlCalls().filter(({ codes }) => codes.includes(code))
}

/** The calls under each tag, in the document's order of tags. */
export function controlGroups() {
  return controlDocument().tags.map((tag) => ({
    ...tag,
    calls: controlCalls().filter((call) => call.tag === tag.name),
  }))
}

function readCall(method: string, path: string, call: DocumentedControlCall): ReferenceControlCall {
  const { components } = controlDocument()
  const json = call.requestBody?.content?.['application/json']
  return {
    name: call.operationId,
    method,
    path,
    tag: call.tags[0],
    summary: call.summary,
    lead: call.description,
    parameters: call.parameters.map(parameterField),
    request: json === undefined ? null : bodyOf(json, components.schemas),
    answer: answerOf(call),
    codes: call['x-error-codes'].filter((code) => !isOfAnyCall(code)),
    commonCodes: call['x-error-codes'].filter(isOfAnyCall),
  }
}

function answerOf({ responses }: DocumentedControlCall): ReferenceControlCall['answer'] {
  const { status, description, content = {} } = successOf(responses)
  const { components } = controlDocument()
  const [type, media] = Object.entries(content)[0] ?? []
  if (type === undefined || media === undefined)
    return { status, description, type: null, fields: [], example: undefined }
  const body = bodyOf(media, components.schemas)
  // Events are a text, of which the document says what it holds.
  const held = media.schema?.contentSchema?.items
  const fields = held === undefined ? body.fields : fieldsOf(held, components.schemas)
  return { status, description, type, fields, example: body.example }
}

/** Whether an error is about the request as such, or about who may call, and not about what the call does. */
function isOfAnyCall(code: string): boolean {
  return /^(REQUEST|CONTROL\.TOKEN|CONTROL\.ORIGIN)\./.test(code)
}
