# Creates, edits, lists and deletes a link with the client that openapi-generator generates for Python.
import os
import hoplog
from hoplog.models import CreateUrlBody, UpdateUrlBody

with hoplog.ApiClient(hoplog.Configuration(host=os.environ["HOPLOG_URL"], access_token=os.environ["HOPLOG_KEY"])) as client:
    links = hoplog.LinksApi(client)
    made = links.create_url(CreateUrlBody(name="From Python", original_url="https://example.com/python"))
    print("made", made.data.id)
    edited = links.update_url(made.data.id, UpdateUrlBody(name="Edited from Python", redirect_status=308))
    print("edited", edited.data.name)
    listed = links.list_urls(search="Edited from Python", limit=10, is_active=True)
    print("listed", len(listed.data), listed.data[0].name)
    print("deleted", links.delete_url(made.data.id).success)
