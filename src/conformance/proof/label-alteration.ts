import { successJson } from './builders.ts'
import type { Alteration } from './mutant.ts'

/** An alteration of the answers to purchases of labels of this carrier. */
export function alterLabelsOf(carrier: string, change: Alteration['response']): () => Alteration {
  return () => {
    const labels = new Set<string>()
    return {
      response: (response, request, wire) => {
        const json = successJson(response)
        if (request.operation === 'buyLabel' && json?.['carrier'] === carrier) labels.add(String(json['id']))
        return [...labels].some((id) => request.path.includes(id))
          ? change?.(response, request, wire)
          : undefined
      },
    }
  }
}
