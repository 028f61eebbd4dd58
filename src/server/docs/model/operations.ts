import type { Token } from 'marked'
import {
  type DocumentedChoice,
  type DocumentedMedia,
  type DocumentedOperation,
  document,
  findSuccessResponse,
  type Schemas,
} from './document.ts'
import { type Field, listFields, toParameterField } from './fields.ts'
import { findGuide } from './guides.ts'

/** The content of an operation's page. */
export interface ReferenceOperation {
  /** The operation's id in the OpenAPI document, such as `createRates`; also the end of its page's URL. */
  readonly name: string
  readonly method: string
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly scope: string | null
  /** Whether the operation needs no key. */
  readonly isOpen: boolean
  readonly limit: { readonly requests: number; readonly per: string }
  /** The first sentences of the operation's description. */
  readonly lead: string
  /** The statements of the specification about the operation. */
  readonly statements: readonly string[]
  /** The simulator's choices about the operation, where the specification leaves it open. */
  readonly choices: readonly DocumentedChoice[]
  readonly parameters: readonly Field[]
  readonly request: Body | null
  readonly response: Body & { readonly status: string; readonly description: string; readonly type: string }
  readonly codes: readonly string[]
}

/** The fields of a request or response body, with an example. */
export interface Body {
  readonly fields: readonly Field[]
  readonly example: unknown
}

/**
 * The thirteen operations of the specification and the two downloads, in the order of the document.
 */
export const operations: readonly ReferenceOperation[] = Object.entries(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      readOperation(method.toUpperCase(), path, operation),
    ),
)

export function findOperation(name: string): ReferenceOperation | undefined {
  return operations.find((operation) => operation.name === name)
}

/** The operations by tag, in the order of the document's tags. */
export const operationGroups = document.tags.map((tag) => ({
  ...tag,
  operations: operations.filter((operation) => operation.tag === tag.name),
}))

function readOperation(method: string, path: string, operation: DocumentedOperation): ReferenceOperation {
  const { requestBody } = operation
  const json = requestBody?.content?.['application/json']
  return {
    name: operation.operationId,
    method,
    path,
    tag: operation.tags[0],
    summary: operation.summary,
    scope: operation['x-scope'],
    isOpen: operation.security?.length === 0,
    limit: operation['x-rate-limit'],
    ...splitDescription(operation.description),
    choices: operation['x-drydock-choice'],
    parameters: operation.parameters.map(toParameterField),
    request: json === undefined ? null : describeBody(json),
    response: readResponse(operation),
    codes: operation['x-error-codes'],
  }
}

/**
 * Returns the first paragraph of docs/api.md about an operation, as Markdown tokens; an empty list for a download,
 * which the page does not describe.
 */
export function readIntroduction({ summary }: ReferenceOperation): readonly Token[] {
  const tokens = (findGuide('/docs/api')?.tokens ?? []).filter(({ type }) => type !== 'space')
  const heading = tokens.findIndex((token) => token.type === 'heading' && token['text'] === summary)
  const next = tokens[heading + 1]
  return heading >= 0 && next?.type === 'paragraph' ? [next] : []
}

/**
 * Splits the description of an operation into its first sentences and the statements of the specification. The sentence
 * about the scope is left out.
 */
export function splitDescription(description: string): {
  readonly lead: string
  readonly statements: readonly string[]
} {
  const lines = description.split('\n')
  const lead = lines.filter((line) => !line.startsWith('- ')).join(' ')
  return {
    lead: lead.replace(/(?:Needs the scope `[^`]*`\.|Any valid key may make this call\.)/, '').trim(),
    statements: lines.flatMap((line) => (line.startsWith('- ') ? line.slice(2) : [])),
  }
}

export function describeBody({ schema, examples = {} }: DocumentedMedia, named?: Schemas): Body {
  const [example] = Object.values(examples)
  return { fields: schema === undefined ? [] : listFields(schema, named), example: example?.value }
}

function readResponse({ operationId, responses }: DocumentedOperation): ReferenceOperation['response'] {
  const { status, description, content = {} } = findSuccessResponse(responses)
  const [type, media] = Object.entries(content)[0] ?? []
  if (type === undefined || media === undefined) throw new Error(`${operationId} has no response body.`)
  return { status, description, type, ...describeBody(media) }
}
