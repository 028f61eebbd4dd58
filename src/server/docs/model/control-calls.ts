import { type DocumentedControlCall, readControlDocument } from './control-document.ts'
import { findSuccessResponse } from './document.ts'
import { type Field, listFields, toParameterField } from './fields.ts'
import { type Body, describeBody } from './operations.ts'

/** The content of the page of one control protocol call. */
export interface ReferenceControlCall {
  /** The call's id in the OpenAPI document, such as `addFault`; also the end of its page's URL. */
  readonly name: string
  readonly method: string
  /** The path below the base of the control protocol. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  /** The description of the call. */
  readonly lead: string
  readonly parameters: readonly Field[]
  readonly request: Body | null
  /** The successful response; its `type` is null if it has no body. */
  readonly response: Body & {
    readonly status: string
    readonly description: string
    readonly type: string | null
  }
  /** The errors that only some calls have. */
  readonly codes: readonly string[]
  /** The errors that nearly every call has. */
  readonly commonCodes: readonly string[]
}

let calls: readonly ReferenceControlCall[] | undefined

/** Returns all calls of the control protocol, in the order of the document. */
export function listControlCalls(): readonly ReferenceControlCall[] {
  calls ??= Object.entries(readControlDocument().paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => readCall(method.toUpperCase(), path, call)),
  )
  return calls
}

export function findControlCall(name: string): ReferenceControlCall | undefined {
  return listControlCalls().find((call) => call.name === name)
}

/** Returns the calls of the control protocol that can return an error, unless nearly every call can. */
export function findControlCallsWithError(code: string): readonly ReferenceControlCall[] {
  return listControlCalls().filter(({ codes }) => codes.includes(code))
}

/** Returns the calls of the control protocol by tag, in the order of the document's tags. */
export function groupControlCalls() {
  return readControlDocument().tags.map((tag) => ({
    ...tag,
    calls: listControlCalls().filter((call) => call.tag === tag.name),
  }))
}

function readCall(method: string, path: string, call: DocumentedControlCall): ReferenceControlCall {
  const { components } = readControlDocument()
  const json = call.requestBody?.content?.['application/json']
  return {
    name: call.operationId,
    method,
    path,
    tag: call.tags[0],
    summary: call.summary,
    lead: call.description,
    parameters: call.parameters.map(toParameterField),
    request: json === undefined ? null : describeBody(json, components.schemas),
    response: readResponse(call),
    codes: call['x-error-codes'].filter((code) => !isCommonCode(code)),
    commonCodes: call['x-error-codes'].filter(isCommonCode),
  }
}

function readResponse({ responses }: DocumentedControlCall): ReferenceControlCall['response'] {
  const { status, description, content = {} } = findSuccessResponse(responses)
  const { components } = readControlDocument()
  const [type, media] = Object.entries(content)[0] ?? []
  if (type === undefined || media === undefined)
    return { status, description, type: null, fields: [], example: undefined }
  const body = describeBody(media, components.schemas)
  // The document describes a stream of server-sent events as a text; `contentSchema` is the schema of its events.
  const held = media.schema?.contentSchema?.items
  const fields = held === undefined ? body.fields : listFields(held, components.schemas)
  return { status, description, type, fields, example: body.example }
}

/** Whether nearly every call can return an error, because it concerns the request's form or the caller's access. */
function isCommonCode(code: string): boolean {
  return /^(REQUEST|CONTROL\.TOKEN|CONTROL\.ORIGIN)\./.test(code)
}
