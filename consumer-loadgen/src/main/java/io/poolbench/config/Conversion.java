package io.poolbench.config;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.util.StdConverter;
import java.util.function.Function;

/** A Jackson converter that applies a function. */
final class Conversion<A, B> extends StdConverter<A, B> {
  private final Class<? super A> from;
  private final Class<? super B> to;
  private final Function<A, B> function;

  Conversion(Class<? super A> from, Class<? super B> to, Function<A, B> function) {
    this.from = from;
    this.to = to;
    this.function = function;
  }

  @Override
  public B convert(A value) {
    return function.apply(value);
  }

  @Override
  public JavaType getInputType(TypeFactory types) {
    return types.constructType(from);
  }

  @Override
  public JavaType getOutputType(TypeFactory types) {
    return types.constructType(to);
  }
}
