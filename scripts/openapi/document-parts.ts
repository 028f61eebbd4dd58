import { createRef } from './components.ts'
import type { Json } from './json.ts'
import type { Exchange } from './recorded-run.ts'

/** Creates the parts that the OpenAPI documents of the service and of the control protocol have in common. */

type PathItem = readonly [{ readonly path: string; readonly method: string }, item: Json]

/** Returns the paths of a document, each with all its methods. */
export function mergePaths(items: readonly PathItem[]): Json {
  const paths = new Map<string, Json>()
  for (const [{ path, method }, item] of items)
    paths.set(path, { ...paths.get(path), [method.toLowerCase()]: item })
  return Object.fromEntries(paths)
}

/** Returns the JSON content of a request or response, with an example if there is a value. */
export function createContent(model: string, summary: string, value: unknown): Json {
  const examples = value === undefined ? {} : { examples: { recorded: { summary, value } } }
  return { 'application/json': { schema: createRef(model), ...examples } }
}

export function createRequestIdHeader({ response }: Exchange): Json {
  return {
    description: 'The unique id of the request.',
    required: true,
    schema: { type: 'string', pattern: '^req_[a-z0-9]{24}$' },
    example: response.headers['x-request-id'],
  }
}

/** The descriptions of path parameters. A parameter that is the id of a resource needs none. */
const parameterDescriptions: Readonly<Record<string, string>> = {
  account: 'The id of the account. `default` is the account that is there from the start.',
  number: 'The tracking number.',
}

/** Returns the parameters of a path template, with examples from the path of a recorded request. */
export function createPathParameters(template: string, requestedPath: string): readonly Json[] {
  const pattern = new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '([^/]+)')}$`)
  const [, ...values] = pattern.exec(requestedPath.split('?')[0] ?? '') ?? []
  return [...template.matchAll(/([\w-]+)\/\{(\w+)\}/g)].map(([, list = '', name = ''], index) => {
    const singular = list.replace(/(?<=ch)es$|s$/, '').replace('-', ' ')
    const resource = name === 'id' ? singular.replace('shipment', 'shipment record') : name
    return {
      name,
      in: 'path',
      required: true,
      description: parameterDescriptions[name] ?? `The id of the ${resource}.`,
      schema: { type: 'string' },
      example: decodeURIComponent(values[index] ?? ''),
    }
  })
}
