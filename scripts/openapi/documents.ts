import { stringify } from 'yaml'
import { controlDocument } from './control-document.ts'
import { tourControl } from './control-tour.ts'
import type { Json } from './json.ts'
import { postmanCollection, postmanEnvironment } from './postman.ts'
import { serviceDocument } from './service-document.ts'
import { tourService } from './service-tour.ts'

/** The documents by their files, as they are to be. */
export async function documents(): Promise<ReadonlyMap<string, string>> {
  const [serviceTour, controlTour] = await Promise.all([tourService(), tourControl()])
  const service = serviceDocument(serviceTour)
  const control = controlDocument(controlTour)
  return new Map([
    ...filesOf('schemas/openapi', service),
    ...filesOf('schemas/control-openapi', control),
    ['schemas/postman/collection.json', textOf(postmanCollection(service, serviceTour))],
    ['schemas/postman/environment.json', textOf(postmanEnvironment())],
  ])
}

/** As JSON, and as YAML that readers of its older version, too, take for the same. */
function filesOf(path: string, document: Json): readonly (readonly [string, string])[] {
  const yaml = stringify(document, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' })
  return [
    [`${path}.json`, textOf(document)],
    [`${path}.yaml`, yaml],
  ]
}

function textOf(document: Json): string {
  return `${JSON.stringify(document, null, 2)}\n`
}
