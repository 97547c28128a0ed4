import type { ControlOf } from '#charts/control.ts'
import type { AnnotationLayer } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import type { ControlBehavior } from '../behaviors/behavior.ts'

export const annotationLayers: ControlBehavior<ControlOf<'annotation-layers'>> = {
  summarize: (value) =>
    asList<AnnotationLayer>(value)
      .map(({ name }) => name)
      .join(', '),
}
