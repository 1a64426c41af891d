package io.poolbench.dubbo;

import io.poolbench.api.PingService;
import io.poolbench.dubbo.MeasuredCall.AnswerKind;
import io.poolbench.dubbo.MeasuredCall.CalledService;
import io.poolbench.spec.ServiceMethod;
import java.util.Optional;

/** A call of {@link PingService#empty}, whose answer has no value. */
final class EmptyCall implements MeasuredCall {
  @Override
  public CalledService service() {
    return CalledService.of(PingService.class);
  }

  @Override
  public String methodName() {
    return ServiceMethod.EMPTY.id();
  }

  @Override
  public Class<?>[] parameterTypes() {
    return new Class<?>[0];
  }

  @Override
  public int variants() {
    return 1;
  }

  @Override
  public Object[] arguments(int variant) {
    return new Object[0];
  }

  @Override
  public Object invoke(Object proxy, int variant) {
    ((PingService) proxy).empty();
    return null;
  }

  @Override
  public AnswerKind answers() {
    return AnswerKind.NULL;
  }

  @Override
  public Optional<String> mismatch(int variant, Object answer) {
    return Optional.empty();
  }
}
