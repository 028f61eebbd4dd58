import * as z from 'zod'
import { readPackageFile } from './package-files.ts'

/** The schema of the parts of an OpenAPI document that the reference shows, and the service's OpenAPI document. */

const schemaNode = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  format: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  examples: z.array(z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maxLength: z.number().optional(),
  'x-unit': z.string().optional(),
  'x-drydock-choice': z.string().optional(),
  // The getters below contain this schema itself, which is not yet defined here.
  get properties() {
    return z.record(z.string(), schemaNode).optional()
  },
  get items() {
    return schemaNode.optional()
  },
  get anyOf() {
    return z.array(schemaNode).optional()
  },
  get oneOf() {
    return z.array(schemaNode).optional()
  },
  /** The schema of the data in a text, such as the events in a stream. */
  get contentSchema() {
    return schemaNode.optional()
  },
})

/** A schema in an OpenAPI document. */
export type SchemaNode = z.infer<typeof schemaNode>

/** The schemas of an OpenAPI document by the name with which references refer to them. */
export type Schemas = Readonly<Record<string, SchemaNode>>

const media = z.object({
  schema: schemaNode.optional(),
  examples: z.record(z.string(), z.object({ value: z.unknown() })).optional(),
})

export const content = z.record(z.string(), media).optional()

const parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().default(false),
  description: z.string(),
  schema: schemaNode,
  example: z.unknown().optional(),
})

const choice = z.object({ title: z.string(), page: z.string() })

/** The fields that operations, webhooks and control protocol calls share. */
export const documentedCall = {
  operationId: z.string(),
  tags: z.tuple([z.string()]),
  summary: z.string(),
  description: z.string(),
  'x-drydock-choice': z.array(choice).default([]),
  security: z.array(z.unknown()).optional(),
  parameters: z.array(parameter).default([]),
  requestBody: z.object({ content }).optional(),
}

export const response = z.object({ description: z.string(), content })

/** The responses of an operation by status: the successful response in full, the errors as references. */
export const responses = z.record(z.string(), z.union([response, z.object({ $ref: z.string() })]))

const operation = z.object({
  ...documentedCall,
  'x-scope': z.string().nullable(),
  'x-rate-limit': z.object({ requests: z.number(), seconds: z.number(), per: z.string() }),
  'x-error-codes': z.array(z.string()),
  responses,
})

export const tags = z.array(z.object({ name: z.string(), description: z.string() }))

export const schemas = z.record(z.string(), schemaNode)

const openApiDocument = z.object({
  info: z.object({ description: z.string() }),
  tags,
  paths: z.record(z.string(), z.record(z.string(), operation)),
  webhooks: z.record(z.string(), z.object({ post: z.object(documentedCall) })),
  components: z.object({
    headers: z.record(z.string(), z.object({ description: z.string() })),
    responses: z.record(z.string(), response),
    schemas,
  }),
})

/** Returns the successful response of an operation, with its status. */
export function findSuccessResponse(documented: z.infer<typeof responses>) {
  const [status, found] = Object.entries(documented).find(([each]) => each.startsWith('2')) ?? []
  if (status === undefined || found === undefined || '$ref' in found)
    throw new Error('An operation in the OpenAPI document has no successful response.')
  return { status, ...found }
}

export type DocumentedOperation = z.infer<typeof operation>
export type DocumentedChoice = z.infer<typeof choice>
export type DocumentedMedia = z.infer<typeof media>
export type DocumentedParameter = z.infer<typeof parameter>

/** The OpenAPI document of the service. It is read once, because it does not change while a simulator runs. */
export const document = openApiDocument.parse(JSON.parse(readPackageFile('schemas/openapi.json')))

/** Returns the component to which a schema refers; returns a schema without a reference unchanged. */
export function resolveComponent(schema: SchemaNode, named: Schemas): SchemaNode {
  if (schema.$ref === undefined) return schema
  const component = named[schema.$ref.slice('#/components/schemas/'.length)]
  if (component === undefined) throw new Error(`The document has no ${schema.$ref}.`)
  // A description beside a reference overrides the description of the component.
  return { ...component, ...copyDefinedFields(schema), $ref: undefined }
}

function copyDefinedFields(schema: SchemaNode): Partial<SchemaNode> {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined))
}
