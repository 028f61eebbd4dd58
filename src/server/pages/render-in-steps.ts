import { type Child, cloneElement, isValidElement, type JSXNode } from 'hono/jsx'
import { raw } from 'hono/utils/html'

/** Tags that are rendered whole, because hono writes what is inside an `svg` or a `head` in another way than elsewhere. */
const wholeTags: readonly unknown[] = ['svg', 'head']

/** Renders content to the same HTML as hono, but in steps, because a long page would block the event loop. */
export function* renderInSteps(content: Child): Generator<void, Child> {
  if (Array.isArray(content)) return yield* renderChildren(content)
  if (!isJsxNode(content) || wholeTags.includes(content.tag)) return content
  yield
  const { tag, props, children } = content
  if (typeof tag === 'function') return yield* renderInSteps(tag(props))
  const rendered = yield* renderChildren(children)
  const isFragment = tag === ''
  return isFragment ? rendered : raw(String(cloneElement(content, {}, ...rendered)))
}

function* renderChildren(contents: readonly Child[]): Generator<void, Child[]> {
  const rendered: Child[] = []
  for (const each of contents) rendered.push(yield* renderInSteps(each))
  return rendered
}

function isJsxNode(content: Child): content is JSXNode {
  return isValidElement(content)
}
