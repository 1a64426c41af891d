package io.poolbench.spec;

import java.util.Arrays;
import java.util.Optional;

/** The serialization of arguments and answers in the dubbo protocol. */
public enum Serialization {
  /** Hessian 2, the default until Dubbo 3.1. */
  HESSIAN2("hessian2"),
  /** JSONB of fastjson2, which Dubbo 3.2 prefers. */
  FASTJSON2("fastjson2");

  private final String id;

  Serialization(String id) {
    this.id = id;
  }

  /** The serialization of a name, such as one in a service's URL; empty if unknown. */
  public static Optional<Serialization> of(String id) {
    return Arrays.stream(values()).filter(known -> known.id.equals(id)).findFirst();
  }

  public String id() {
    return id;
  }
}
