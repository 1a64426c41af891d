package io.poolbench.spec;

import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMethod;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import io.poolbench.api.Named;

/** Writes a constant of any enum as its {@code id()}, where it has one. */
public class NamedIds extends JacksonAnnotationIntrospector {
  private static final long serialVersionUID = 1L;

  @Override
  public Boolean hasAsValue(Annotated annotated) {
    boolean isId =
        annotated instanceof AnnotatedMethod method
            && (method.getDeclaringClass().isEnum() || method.getDeclaringClass() == Named.class)
            && method.getName().equals("id");
    return isId ? Boolean.TRUE : super.hasAsValue(annotated);
  }
}
