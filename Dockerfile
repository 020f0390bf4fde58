FROM python:3.11-slim
WORKDIR /app
COPY . .
RUN pip install --no-cache-dir -r requirements.lock && pip install --no-cache-dir --no-deps .
RUN useradd --create-home napwidgets
USER napwidgets
EXPOSE 8870
ENTRYPOINT ["napwidgets"]
CMD ["host"]
