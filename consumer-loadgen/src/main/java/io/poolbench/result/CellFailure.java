package io.poolbench.result;

import java.util.Objects;

/** The reason why a cell did not complete; {@code code} is the id of a {@link ViolationCode}. */
public record CellFailure(String code, String detail) {
  public CellFailure {
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(detail, "detail");
  }

  public static CellFailure of(ViolationCode code, String detail) {
    return new CellFailure(code.id(), detail);
  }
}
