package io.poolbench.published;

import io.poolbench.expression.ExpressionFunction;
import io.poolbench.expression.Parameter;
import io.poolbench.spec.Publication;
import java.util.List;
import java.util.stream.Stream;

/** All expression functions over a result. */
final class ResultFunctions {
  private ResultFunctions() {}

  static List<ExpressionFunction> all(
      CurveReader reader, List<Publication> publications, Parameter pool) {
    return Stream.of(
            new MetricFunctions(reader).all(pool),
            new CapacityFunctions(reader).all(pool),
            new PublishedFunctions(reader, publications).all(pool))
        .flatMap(List::stream)
        .toList();
  }
}
