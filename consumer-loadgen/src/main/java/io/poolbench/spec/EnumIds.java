package io.poolbench.spec;

import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMethod;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;

/** Writes an enum constant as its {@code id()}, where it has one: its name in studies and files. */
public class EnumIds extends JacksonAnnotationIntrospector {
  private static final long serialVersionUID = 1L;

  @Override
  public Boolean hasAsValue(Annotated annotated) {
    boolean isId =
        annotated instanceof AnnotatedMethod method
            && method.getDeclaringClass().isEnum()
            && method.getName().equals("id");
    return isId ? Boolean.TRUE : super.hasAsValue(annotated);
  }
}
