import { LinkButton } from '../pages/components/button.tsx'
import type { PageContent } from '../pages/send-page.tsx'
import { partsOfSite } from './frame.tsx'

/** A page in place of one that cannot be shown. */
export function refusalPage({
  title,
  message,
  suggestion,
  href,
}: {
  readonly title: string
  readonly message: string
  readonly suggestion: string
  /** Where to go from here. */
  readonly href: string
}): PageContent {
  return {
    title,
    place: 'Drydock',
    parts: partsOfSite(),
    body: (
      <>
        <p>
          {message} {suggestion}
        </p>
        <p>
          <LinkButton href={href} kind="main">
            Go on
          </LinkButton>
        </p>
      </>
    ),
  }
}
